import { useStored } from '~/lib/use-stored'

/** Sound and vibration for people who do not look at the screen. */

let audio: AudioContext | undefined

function beep(hertz: number, seconds: number) {
  if (typeof AudioContext === 'undefined') return
  audio ??= new AudioContext()
  const tone = audio.createOscillator()
  const volume = audio.createGain()
  volume.gain.value = 0.1
  tone.frequency.value = hertz
  tone.connect(volume).connect(audio.destination)
  tone.start()
  tone.stop(audio.currentTime + seconds)
}

/** Short and high on success, long and low on failure. */
function sound(isGood: boolean) {
  beep(isGood ? 1_200 : 220, isGood ? 0.08 : 0.35)
  // iPhones do not vibrate.
  if ('vibrate' in navigator) navigator.vibrate(isGood ? 60 : [90, 70, 90])
}

/** This browser's choice to play the sound. */
export function useScanSound() {
  const [stored, store] = useStored('scan-sound')
  const isOn = stored !== 'off'
  return { isOn, turn: () => store(isOn ? 'off' : null), sound: (isGood: boolean) => isOn && sound(isGood) }
}
