// SPDX-License-Identifier: MIT
// Short wood knocks, made here: a struck bar is a few damped sines and a click of noise.
import { settings } from "../app/settings.svelte";

export type Sound = "place" | "refuse" | "end";

let context: AudioContext | undefined;

function ring(at: AudioContext, frequency: number, when: number, length: number, loudness: number): void {
  const tone = at.createOscillator();
  const gain = at.createGain();
  tone.frequency.value = frequency;
  gain.gain.setValueAtTime(loudness, when);
  gain.gain.exponentialRampToValueAtTime(0.0001, when + length);
  tone.connect(gain).connect(at.destination);
  tone.start(when);
  tone.stop(when + length);
}

function click(at: AudioContext, when: number, loudness: number): void {
  const length = Math.floor(at.sampleRate * 0.012);
  const buffer = at.createBuffer(1, length, at.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < length; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / length) * loudness;
  const noise = at.createBufferSource();
  const band = at.createBiquadFilter();
  band.type = "bandpass";
  band.frequency.value = 1800;
  noise.buffer = buffer;
  noise.connect(band).connect(at.destination);
  noise.start(when);
}

function knock(at: AudioContext, pitch: number, delay: number, loudness: number): void {
  const when = at.currentTime + delay;
  click(at, when, loudness);
  ring(at, pitch, when, 0.09, loudness * 0.5);
  ring(at, pitch * 2.76, when, 0.05, loudness * 0.25); // overtone of a free wooden bar
}

export function play(sound: Sound): void {
  if (!settings.sound) return;
  context ??= new AudioContext();
  void context.resume();
  if (sound === "place") knock(context, 320 + Math.random() * 30, 0, 0.5);
  if (sound === "refuse") knock(context, 130, 0, 0.35);
  if (sound === "end") [0, 0.13, 0.26].forEach((delay, i) => knock(context!, 300 + i * 80, delay, 0.4));
}
