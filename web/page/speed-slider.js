/** Sliders of a bot's speed. */

import { SPEEDS, speedText } from "./bot-player.js";
import { byId, setText } from "./dom.js";
import { saveSettings } from "./settings.js";

/**
 * Makes a slider of {@link SPEEDS}. The text beside it has the slider's id and `-text`.
 * @param {string} id of the slider
 * @param {number} initial index of the speed at first
 * @param {(index: number) => void} onChange keeps the index in the settings
 */
export function speedSlider(id, initial, onChange) {
  const slider = byId(id);
  const show = (index) => setText(byId(`${id}-text`), speedText(SPEEDS[index]));
  slider.value = initial;
  show(initial);
  slider.addEventListener("input", () => {
    const index = Number(slider.value);
    onChange(index);
    show(index);
    saveSettings();
  });
}
