// The page of a file, which has its review inside.

import { byId } from "./element.js";
import { startFile } from "./file.js";
import { openReview } from "./review.js";

openReview(
  document, JSON.parse(byId("report").textContent),
  [...document.querySelectorAll(".round")].map(place => place.textContent),
  { title: document.title, keys: [["T", "light or dark"]] },
);
startFile();
