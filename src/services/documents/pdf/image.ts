import { inflateSync } from 'node:zlib'
import { PNG } from 'pngjs'

export interface DocumentImage {
  bytes: Buffer
  /** Pixels. */
  width: number
  height: number
}

/** Larger images take too much memory when they are decoded. */
const MAX_PIXELS = 4_000_000

const DATA = /^data:image\/(png|jpeg);base64,([A-Za-z0-9+/]+={0,2})$/
const PNG_START = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** Reads the image of a `data:` address; undefined if it is not a valid PNG or JPEG of at most 4 million pixels. */
export const parseImage = (address: string): DocumentImage | undefined => {
  const match = DATA.exec(address)
  if (!match) return undefined
  const bytes = Buffer.from(match[2] ?? '', 'base64')
  const size = match[1] === 'png' ? sizeOfPng(bytes) : sizeOfJpeg(bytes)
  if (!size || size.width < 1 || size.height < 1 || size.width * size.height > MAX_PIXELS) return undefined
  const embedded = match[1] === 'png' ? opaque(bytes, size) : bytes
  return embedded && { bytes: embedded, ...size }
}

/**
 * Puts a PNG on white. The PDF library embeds an image without transparency at once; it would decode any other while it
 * writes, and fail outside of our calls if the image is damaged.
 */
const opaque = (bytes: Buffer, size: Size): Buffer | undefined => {
  try {
    const pixels = pixelsOf(bytes)
    if (!pixels) return undefined
    if (bytes[28] !== 0) requireBounded(pixels, size)
    const image = PNG.sync.read(bytes)
    return PNG.sync.write(image, { colorType: 2, inputHasAlpha: true, bgColor: { red: 255, green: 255, blue: 255 } })
  } catch {
    return undefined
  }
}

interface Size {
  width: number
  height: number
}

/** The first chunk is the header: 13 bytes, of which the last says whether the image is interlaced. */
const HEADER_LENGTH = 13
/** Length and name before the bytes of a chunk, and a checksum after them. */
const CHUNK_EXTRA = 12
/** Of each pixel, with alpha at the largest depth. */
const MAX_PIXEL_BYTES = 8

const sizeOfPng = (bytes: Buffer): Size | undefined => {
  if (bytes.length < 33 || !bytes.subarray(0, 8).equals(PNG_START)) return undefined
  if (bytes.readUInt32BE(8) !== HEADER_LENGTH || nameOfChunk(bytes, 8) !== 'IHDR') return undefined
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

const nameOfChunk = (bytes: Buffer, at: number): string => bytes.toString('latin1', at + 4, at + 8)

/**
 * Returns the pixels. The library would believe the last of several headers.
 *
 * @returns the compressed pixels; undefined if there are several.
 */
const pixelsOf = (bytes: Buffer): Buffer | undefined => {
  const parts: Buffer[] = []
  let headers = 0
  for (let at = 8; at + CHUNK_EXTRA <= bytes.length; at += CHUNK_EXTRA + bytes.readUInt32BE(at)) {
    const name = nameOfChunk(bytes, at)
    if (name === 'IHDR' && ++headers > 1) return undefined
    if (name === 'IDAT') parts.push(bytes.subarray(at + 8, at + 8 + bytes.readUInt32BE(at)))
  }
  return Buffer.concat(parts)
}

/**
 * Refuses an image that is too large when decompressed: the library decompresses an interlaced image without a limit.
 *
 * @throws if it has more bytes than its pixels need.
 */
const requireBounded = (pixels: Buffer, { width, height }: Size): void => {
  // Each of the seven passes has a byte before each of its lines.
  const most = width * height * MAX_PIXEL_BYTES + 7 * (height + 1)
  inflateSync(pixels, { maxOutputLength: most })
}

/** Reads the size of a JPEG, which is in the frame header, after segments of other kinds. */
const sizeOfJpeg = (bytes: Buffer): Size | undefined => {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined
  for (let at = 2; at + 9 < bytes.length; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes.readUInt16BE(at)
    if (marker < 0xff01) return undefined
    if (isFrame(marker)) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
  }
  return undefined
}

/** Returns whether a marker is a frame: SOF0 to SOF15, without the tables DHT, JPG and DAC. */
const isFrame = (marker: number): boolean =>
  marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker)
