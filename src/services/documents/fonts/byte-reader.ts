/** Reads numbers of a font, the high byte first. */
export class ByteReader {
  private readonly bytes: Buffer
  private at = 0

  constructor(bytes: Buffer) {
    this.bytes = bytes
  }

  uint8(): number {
    return this.bytes[this.at++] ?? 0
  }

  uint16(): number {
    return this.uint8() * 256 + this.uint8()
  }

  int16(): number {
    return (this.uint16() << 16) >> 16
  }

  uint32(): number {
    return this.uint16() * 65_536 + this.uint16()
  }

  /** Reads a number in 7 bits of each byte, of which the highest says whether another one follows. */
  base128(): number {
    let value = 0
    for (let byte = 0x80; byte & 0x80; ) {
      byte = this.uint8()
      value = value * 128 + (byte & 0x7f)
    }
    return value
  }

  /** Reads a small number in 1 to 3 bytes: `255UInt16` of WOFF 2. */
  packedUint16(): number {
    const code = this.uint8()
    if (code === 253) return this.uint16()
    if (code === 254) return this.uint8() + 506
    if (code === 255) return this.uint8() + 253
    return code
  }

  take(length: number): Buffer {
    this.at += length
    return this.bytes.subarray(this.at - length, this.at)
  }

  /** Returns a reader of the next bytes, after which this one continues. */
  part(length: number): ByteReader {
    return new ByteReader(this.take(length))
  }
}
