// What tsc does not know of the page, for `npm run check`.

// Which element an id or an event stands for is not checked: only that some element has the property.
interface Element {
  hidden: any; dataset: any; blur: any; value: any; checked: any; disabled: any; open: any; showModal: any;
  returnValue: any; files: any; select: any; max: any; href: any; contentWindow: any;
}
interface EventTarget { value: any; checked: any; dataset: any; closest: any; }
interface Navigator { connection?: { saveData: boolean }; }

// Modules that the build writes.
declare module "*/landfall.js";
declare module "*/engine.js";
declare module "*/constants.js";
declare module "*/viewer/review.js";
declare module "*/viewer/focus.js";
declare module "*/viewer/board.js";

// The scope of the service worker is a window's, for tsc.
interface Window { clients: any; registration: ServiceWorkerRegistration; skipWaiting(): Promise<void>; }
interface LifetimeEvent extends Event { waitUntil(done: Promise<unknown>): void; }
interface MessageEvent { waitUntil(done: Promise<unknown>): void; }
interface FetchEvent extends Event { request: Request; respondWith(answer: Promise<Response>): void; }
interface WindowEventMap { install: LifetimeEvent; activate: LifetimeEvent; fetch: FetchEvent; }
