/** Returns the characters that a TrueType font has, by its table `cmap` in the formats 4 and 12. */
export const codePointsOf = (font: Buffer): Set<number> => {
  const found = new Set<number>()
  const cmap = tableAt(font, 'cmap')
  for (let index = 0; index < font.readUInt16BE(cmap + 2); index++) {
    const table = cmap + font.readUInt32BE(cmap + 4 + index * 8 + 4)
    const format = font.readUInt16BE(table)
    if (format === 4) addSegments(font, table, found)
    if (format === 12) addGroups(font, table, found)
  }
  return found
}

const tableAt = (font: Buffer, tag: string): number => {
  for (let index = 0; index < font.readUInt16BE(4); index++) {
    const at = 12 + index * 16
    if (font.toString('latin1', at, at + 4) === tag) return font.readUInt32BE(at + 8)
  }
  throw new Error(`The font has no table ${tag}.`)
}

const addSegments = (font: Buffer, table: number, found: Set<number>): void => {
  const size = font.readUInt16BE(table + 6)
  const [ends, starts, deltas, offsets] = [14, 16 + size, 16 + 2 * size, 16 + 3 * size].map((at) => table + at)
  if (ends === undefined || starts === undefined || deltas === undefined || offsets === undefined) return
  for (let at = 0; at < size; at += 2) {
    const start = font.readUInt16BE(starts + at)
    const offset = font.readUInt16BE(offsets + at)
    for (let code = start; code <= font.readUInt16BE(ends + at) && code < 0xffff; code++) {
      const glyph =
        offset === 0
          ? code + font.readUInt16BE(deltas + at)
          : font.readUInt16BE(offsets + at + offset + (code - start) * 2)
      if ((glyph & 0xffff) !== 0) found.add(code)
    }
  }
}

const addGroups = (font: Buffer, table: number, found: Set<number>): void => {
  const count = font.readUInt32BE(table + 12)
  for (let index = 0; index < count; index++) {
    const group = table + 16 + index * 12
    const end = font.readUInt32BE(group + 4)
    for (let code = font.readUInt32BE(group); code <= end; code++) found.add(code)
  }
}
