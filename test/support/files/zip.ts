import { crc32, deflateRawSync } from 'node:zlib'

/** A file of a ZIP file. */
export interface ZipEntry {
  name: string
  content: string | Buffer
  /** Whether it is stored without compression. */
  isStored?: boolean
}

const LOCAL = 0x04034b50
const CENTRAL = 0x02014b50
const END = 0x06054b50
const VERSION = 20

/** The fields that local and central headers have in common, after the signature and versions. */
const commonFields = ({ isStored = false }: ZipEntry, content: Buffer, packed: Buffer, name: Buffer): Buffer => {
  const fields = Buffer.alloc(24)
  fields.writeUInt16LE(isStored ? 0 : 8, 2)
  fields.writeUInt32LE(crc32?.(content) ?? 0, 8)
  fields.writeUInt32LE(packed.length, 12)
  fields.writeUInt32LE(content.length, 16)
  fields.writeUInt16LE(name.length, 20)
  return fields
}

const numbers = (...values: readonly [value: number, bytes: 2 | 4][]): Buffer =>
  Buffer.concat(
    values.map(([value, bytes]) => {
      const buffer = Buffer.alloc(bytes)
      buffer.writeUIntLE(value, 0, bytes)
      return buffer
    }),
  )

/** Writes a ZIP file. */
export const zipOf = (entries: readonly ZipEntry[]): Buffer => {
  const locals: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const entry of entries) {
    const content = Buffer.from(entry.content)
    const packed = entry.isStored ? content : deflateRawSync(content)
    const name = Buffer.from(entry.name)
    const fields = commonFields(entry, content, packed, name)
    const local = Buffer.concat([numbers([LOCAL, 4], [VERSION, 2]), fields, name, packed])
    const rest = numbers([0, 2], [0, 2], [0, 2], [0, 4], [offset, 4])
    central.push(Buffer.concat([numbers([CENTRAL, 4], [VERSION, 2], [VERSION, 2]), fields, rest, name]))
    locals.push(local)
    offset += local.length
  }
  const directory = Buffer.concat(central)
  const count = entries.length
  const end = numbers([END, 4], [0, 2], [0, 2], [count, 2], [count, 2], [directory.length, 4], [offset, 4], [0, 2])
  return Buffer.concat([...locals, directory, end])
}
