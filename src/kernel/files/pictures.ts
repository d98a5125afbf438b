import { Problem } from '../errors/problem.ts'

/** A picture as this server stores it: the pixels of the upload, without anything else that the file contained. */
export interface Picture {
  bytes: Buffer
  mediaType: 'image/jpeg' | 'image/png'
  /** The ending of a file name. */
  ending: 'jpg' | 'png'
  width: number
  height: number
}

/** The longer side of a picture, and the sides of its thumbnail. */
const MAX_SIDE = 1024
const THUMBNAIL_SIDE = 160
/** More pixels than cameras have: a small file can claim any number. */
const MAX_PIXELS = 60_000_000
const MAX_SECONDS = 10

/** The media types that can be read. */
export const PICTURE_TYPES: readonly string[] = ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif']

let running = Promise.resolve<unknown>(undefined)

/**
 * Draws a picture and its thumbnail again, so that neither contains metadata, such as the place of a photo, nor another
 * format that programs would read. The library works in threads of its own; one picture at a time, because each can take
 * hundreds of megabytes.
 *
 * @throws 422 `unreadable-picture`.
 */
export const drawPicture = (upload: Buffer): Promise<{ picture: Picture; thumbnail: Picture }> => {
  const drawn = running.then(() => draw(upload))
  running = drawn.catch(() => undefined)
  return drawn
}

const draw = async (upload: Buffer): Promise<{ picture: Picture; thumbnail: Picture }> => {
  // Only processes that receive pictures load it.
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  const load = () =>
    sharp(upload, { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true }).timeout({
      seconds: MAX_SECONDS,
    })
  try {
    const { hasAlpha } = await load().metadata()
    const write = async (image: ReturnType<typeof load>): Promise<Picture> => {
      const [mediaType, ending] = hasAlpha ? (['image/png', 'png'] as const) : (['image/jpeg', 'jpg'] as const)
      const output = hasAlpha ? image.png({ compressionLevel: 9 }) : image.jpeg({ quality: 85 })
      const { data, info } = await output.toBuffer({ resolveWithObject: true })
      return { bytes: data, mediaType, ending, width: info.width, height: info.height }
    }
    const whole = load().autoOrient().resize(MAX_SIDE, MAX_SIDE, { fit: 'inside', withoutEnlargement: true })
    const square = load().autoOrient().resize(THUMBNAIL_SIDE, THUMBNAIL_SIDE, { fit: 'cover' })
    return { picture: await write(whole), thumbnail: await write(square) }
  } catch (error) {
    const detail = `The picture cannot be read, or has more than ${MAX_PIXELS / 1_000_000} million pixels.`
    throw new Problem(422, 'unreadable-picture', detail, { cause: error })
  }
}
