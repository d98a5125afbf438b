import type { Sharp } from 'sharp'
import { Problem } from '#kernel/errors/problem'

/** A picture as this server stores it: the pixels of the upload, without anything else that the file contained. */
export interface Picture {
  bytes: Buffer
  mediaType: 'image/jpeg' | 'image/png' | 'image/gif' | 'image/webp'
  /** The ending of a file name. */
  ending: 'jpg' | 'png' | 'gif' | 'webp'
  width: number
  height: number
}

/** A part of a picture, in pixels of the picture as it is shown. */
export interface Crop {
  left: number
  top: number
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

/** The sides of a logo, and its bytes: every document contains it, and HTML has a limit. */
const LOGO = { width: 600, height: 200, bytes: 60_000 }

let running = Promise.resolve<unknown>(undefined)

/**
 * Draws a picture and its thumbnail again, so that neither contains metadata, such as the place of a photo, nor another
 * format that programs would read. The library works in threads of its own; one picture at a time, because each can take
 * hundreds of megabytes.
 *
 * @param crop the part to draw, inside the picture; undefined: all of it. @throws 422 `unreadable-picture`.
 */
export const drawPicture = (upload: Buffer, crop?: Crop): Promise<{ picture: Picture; thumbnail: Picture }> =>
  inTurn(upload, async (load) => {
    const { hasAlpha } = await load().metadata()
    const write = (image: Sharp): Promise<Picture> => (hasAlpha ? asPng(image) : asJpeg(image))
    const draw = () => (crop ? load().autoOrient().extract(crop) : load().autoOrient())
    const whole = draw().resize(MAX_SIDE, MAX_SIDE, { fit: 'inside', withoutEnlargement: true })
    const square = draw().resize(THUMBNAIL_SIDE, THUMBNAIL_SIDE, { fit: 'cover' })
    return { picture: await write(whole), thumbnail: await write(square) }
  })

/** Returns the sides of a picture as it is shown. @throws 422 `unreadable-picture`. */
export const measurePicture = (upload: Buffer): Promise<{ width: number; height: number }> =>
  inTurn(upload, async (load) => (await load().metadata()).autoOrient)

/**
 * Draws a picture again as a logo, at most 600 by 200 pixels and small: a PNG, with fewer colors if it is large, or a JPEG
 * on white if that is large as well.
 *
 * @throws 422 `unreadable-picture`.
 */
export const drawLogo = (upload: Buffer): Promise<Picture> =>
  inTurn(upload, async (load) => {
    const { width, height } = LOGO
    const draw = () => load().autoOrient().resize(width, height, { fit: 'inside', withoutEnlargement: true })
    for (const palette of [false, true]) {
      const picture = await asPng(draw(), palette)
      if (picture.bytes.length <= LOGO.bytes) return picture
    }
    return asJpeg(draw().flatten({ background: '#ffffff' }))
  })

export const BANNER_TYPES: readonly string[] = ['image/jpeg', 'image/png', 'image/gif', 'image/webp']

/** The longer side of a banner. */
const MAX_BANNER_SIDE = 4000

/**
 * Draws a banner again in its format and size, with its animation.
 *
 * @throws 422 `unreadable-picture`, also for more than 4,000 pixels on a side.
 */
export const drawBanner = (upload: Buffer): Promise<Picture> =>
  inTurn(upload, async (load) => {
    const { format, width, height, pages = 1 } = await load().metadata()
    if (Math.max(width, height) > MAX_BANNER_SIDE)
      throw new Problem(422, 'unreadable-picture', `The image has more than ${MAX_BANNER_SIDE} pixels on a side.`)
    const image = load({ animated: pages > 1 })
    if (format === 'gif') return encoded(image.gif(), 'gif')
    if (format === 'webp') return encoded(image.webp({ quality: 90 }), 'webp')
    return format === 'png' ? asPng(image) : asJpeg(image.autoOrient())
  })

const encoded = async (image: Sharp, format: 'gif' | 'webp'): Promise<Picture> => {
  const { data, info } = await image.toBuffer({ resolveWithObject: true })
  // The height of an animation is that of all its frames.
  const height = info.pageHeight ?? info.height
  return { bytes: data, mediaType: `image/${format}`, ending: format, width: info.width, height }
}

/** Opens the upload once more. */
type Load = (options?: { animated?: boolean }) => Sharp

const inTurn = <T>(upload: Buffer, draw: (load: Load) => Promise<T>): Promise<T> => {
  const drawn = running.then(() => open(upload, draw))
  running = drawn.catch(() => undefined)
  return drawn
}

const open = async <T>(upload: Buffer, draw: (load: Load) => Promise<T>): Promise<T> => {
  // Only processes that receive pictures load it.
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  const load: Load = (options) =>
    sharp(upload, { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true, ...options }).timeout({
      seconds: MAX_SECONDS,
    })
  try {
    return await draw(load)
  } catch (error) {
    if (error instanceof Problem) throw error
    const detail = `The picture cannot be read, or has more than ${MAX_PIXELS / 1_000_000} million pixels.`
    throw new Problem(422, 'unreadable-picture', detail, { cause: error })
  }
}

const asPng = async (image: Sharp, palette = false): Promise<Picture> => {
  const { data, info } = await image.png({ compressionLevel: 9, palette }).toBuffer({ resolveWithObject: true })
  return { bytes: data, mediaType: 'image/png', ending: 'png', width: info.width, height: info.height }
}

const asJpeg = async (image: Sharp): Promise<Picture> => {
  const { data, info } = await image.jpeg({ quality: 85 }).toBuffer({ resolveWithObject: true })
  return { bytes: data, mediaType: 'image/jpeg', ending: 'jpg', width: info.width, height: info.height }
}
