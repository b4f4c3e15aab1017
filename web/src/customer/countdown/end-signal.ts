type AudioContextClass = typeof AudioContext;

const audioContextClass = (): AudioContextClass | undefined =>
  window.AudioContext ?? (window as { webkitAudioContext?: AudioContextClass }).webkitAudioContext;

/** Vibrates briefly and plays two soft tones at the end of the massage, as far as the browser allows it. */
export function signalEnd(): void {
  for (const signal of [vibrate, playTone]) {
    try {
      if (isTouched()) signal();
    } catch {
      // Both signals are optional, and some browsers support neither.
    }
  }
}

/**
 * Whether the user has tapped or pressed a key on the page. Before that, browsers refuse vibration and sound, and log
 * an error. True in browsers without `userActivation`.
 */
function isTouched(): boolean {
  const { userActivation } = navigator as { userActivation?: UserActivation };
  return userActivation === undefined || userActivation.hasBeenActive;
}

function vibrate(): void {
  navigator.vibrate?.([180, 120, 180]);
}

function playTone(): void {
  const AudioClass = audioContextClass();
  if (AudioClass === undefined) return;
  const audio = new AudioClass();
  const volume = audio.createGain();
  volume.connect(audio.destination);
  // An exponential ramp cannot start or end at 0.
  volume.gain.setValueAtTime(0.0001, audio.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.12, audio.currentTime + 0.08);
  volume.gain.exponentialRampToValueAtTime(0.0001, audio.currentTime + 1.4);
  for (const [frequency, delay] of [
    [528, 0],
    [660, 0.35],
  ] as const) {
    const tone = audio.createOscillator();
    tone.frequency.value = frequency;
    tone.connect(volume);
    tone.start(audio.currentTime + delay);
    tone.stop(audio.currentTime + 1.4);
  }
  setTimeout(() => {
    audio.close().catch(() => undefined);
  }, 2_000);
}
