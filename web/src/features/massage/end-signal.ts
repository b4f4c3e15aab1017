type AudioContextClass = typeof AudioContext;

const audioContextClass = (): AudioContextClass | undefined =>
  window.AudioContext ?? (window as { webkitAudioContext?: AudioContextClass }).webkitAudioContext;

/** A soft rising tone and a short vibration at the end of the massage, where the browser allows them. */
export function signalEnd(): void {
  // Nobody touched this page yet, so the browser would refuse and complain.
  const { userActivation } = navigator as { userActivation?: UserActivation };
  if (userActivation !== undefined && !userActivation.hasBeenActive) return;
  try {
    navigator.vibrate?.([180, 120, 180]);
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
    setTimeout(() => void audio.close(), 2_000);
  } catch {
    // Sound is a courtesy: browsers refuse it before the first tap, and some have none.
  }
}
