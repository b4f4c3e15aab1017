type AudioContextClass = typeof AudioContext;

const audioContextClass = (): AudioContextClass | undefined =>
  window.AudioContext ?? (window as { webkitAudioContext?: AudioContextClass }).webkitAudioContext;

/** A soft tone and a short vibration at the end of the massage, where the browser allows them. */
export function signalEnd(): void {
  for (const signal of [vibrate, playTone]) {
    try {
      if (isTouched()) signal();
    } catch {
      // Both are optional: browsers refuse them before the first tap, and some support neither.
    }
  }
}

/** Browsers refuse signals before the first tap and report an error. */
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
