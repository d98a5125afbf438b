import { crc32, deflateSync } from 'node:zlib'

const PNG_START = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

const chunk = (name: string, bytes: Buffer): Buffer => {
  const made = Buffer.alloc(bytes.length + 12)
  made.writeUInt32BE(bytes.length)
  made.write(name, 4)
  bytes.copy(made, 8)
  made.writeUInt32BE(crc32(made.subarray(4, bytes.length + 8)), bytes.length + 8)
  return made
}

/** With alpha, 8 bits of each color. */
const header = (width: number, height: number, isInterlaced: boolean): Buffer => {
  const bytes = Buffer.alloc(13)
  bytes.writeUInt32BE(width)
  bytes.writeUInt32BE(height, 4)
  bytes.set([8, 6, 0, 0, isInterlaced ? 1 : 0], 8)
  return chunk('IHDR', bytes)
}

export interface OddPng {
  /** The number of empty chunks that no reader knows. */
  chunks?: number
  /** The number of zeros that the pixels decompress to; as many as fit by default. */
  zeros?: number
  isInterlaced?: boolean
  /** The side of the image in a second header. */
  second?: number
}

/** The `data:` address of a PNG that contains more than its header states. Sides in pixels. */
export const pngImage = (width: number, height: number, odd: OddPng = {}): string => {
  const { chunks = 0, zeros = height * (width * 4 + 1), isInterlaced = false, second } = odd
  const bytes = Buffer.concat([
    PNG_START,
    header(width, height, isInterlaced),
    ...(second === undefined ? [] : [header(second, second, isInterlaced)]),
    ...Array.from({ length: chunks }, () => chunk('teST', Buffer.alloc(0))),
    chunk('IDAT', deflateSync(Buffer.alloc(zeros))),
    chunk('IEND', Buffer.alloc(0)),
  ])
  return `data:image/png;base64,${bytes.toString('base64')}`
}

/** The `data:` address of a JPEG with empty segments and no frame. */
export const jpegImage = (segments: number): string => {
  const segment = Buffer.from([0xff, 0xe0, 0, 2])
  const bytes = Buffer.concat([Buffer.from([0xff, 0xd8]), ...Array.from({ length: segments }, () => segment)])
  return `data:image/jpeg;base64,${bytes.toString('base64')}`
}
