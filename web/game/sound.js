// A short knock for a move. Off unless it was switched on.

import { settings } from "../settings.js";

/** @type {AudioContext | null} */
let audio = null;

/** Whether moves make a sound. */
export function sounds() {
  return settings.get("sound") === "on";
}

export function knock() {
  if (!sounds()) return;
  audio ??= new AudioContext();
  const [tone, volume] = [audio.createOscillator(), audio.createGain()];
  const now = audio.currentTime;
  tone.type = "triangle";
  tone.frequency.setValueAtTime(320, now);
  tone.frequency.exponentialRampToValueAtTime(90, now + 0.07);
  volume.gain.setValueAtTime(0.25, now);
  volume.gain.exponentialRampToValueAtTime(0.001, now + 0.09);
  tone.connect(volume).connect(audio.destination);
  tone.start(now);
  tone.stop(now + 0.1);
}
