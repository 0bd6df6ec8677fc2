import { useStored } from '~/lib/use-stored'

/** Sound and vibration that give the result of a scan to somebody who does not look. */

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

/** A short high tone for what went well, a long low one for what did not. */
function sound(isGood: boolean) {
  beep(isGood ? 1_200 : 220, isGood ? 0.08 : 0.35)
  // iPhones have none.
  if ('vibrate' in navigator) navigator.vibrate(isGood ? 60 : [90, 70, 90])
}

/** The sound, and this browser's choice to play it. */
export function useScanSound() {
  const [stored, store] = useStored('scan-sound')
  const isOn = stored !== 'off'
  return { isOn, turn: () => store(isOn ? 'off' : null), sound: (isGood: boolean) => isOn && sound(isGood) }
}
