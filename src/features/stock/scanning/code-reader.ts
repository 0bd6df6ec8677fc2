import type { ReadCodes } from './read-codes'

/** Pixels; wider frames are slower to read and no better. */
const WIDEST = 1280

export interface CodeReader {
  /** Empty without a frame. @throws if no codes can be read here */
  read: (video: HTMLVideoElement) => Promise<string[]>
  close: () => void
}

/** Reads one frame at a time. */
export function openCodeReader(): CodeReader {
  const worker = new Worker(/* webpackChunkName: "read-codes" */ new URL('./read-codes.ts', import.meta.url))
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })

  const answerTo = (picture: ImageData) =>
    new Promise<ReadCodes>((resolve) => {
      worker.onmessage = ({ data }: MessageEvent<ReadCodes>) => resolve(data)
      // The worker's code failed to load.
      worker.onerror = ({ message }) => resolve({ failed: message })
      worker.postMessage(picture, [picture.data.buffer])
    })

  return {
    async read(video) {
      const { videoWidth, videoHeight } = video
      if (!context || videoWidth === 0) return []
      const scale = Math.min(1, WIDEST / videoWidth)
      canvas.width = Math.round(videoWidth * scale)
      canvas.height = Math.round(videoHeight * scale)
      context.drawImage(video, 0, 0, canvas.width, canvas.height)
      const answer = await answerTo(context.getImageData(0, 0, canvas.width, canvas.height))
      if ('failed' in answer) throw new Error(answer.failed)
      return answer.codes
    },
    close: () => worker.terminate(),
  }
}
