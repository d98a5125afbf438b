import { write, writeSync } from 'node:fs'
import type { DestinationStream } from 'pino'

/** Characters that are written as one block: a write for each line costs a small request a seventh of its time. */
const BLOCK = 12_288
/** Milliseconds after which a smaller block is written. */
const MAX_DELAY_MS = 100
/** Characters that wait for a slow reader. */
const MAX_WAITING = 1_000_000
const LINE_FEED = 10
/** Attempts of the last write, whose reader can be slow. */
const LAST_ATTEMPTS = 20

const isSlow = ({ code }: NodeJS.ErrnoException): boolean => code === 'EAGAIN' || code === 'EBUSY'

let dropped = 0

/** Returns the number of lines of the log that this process could not write. */
export const countDroppedLines = (): number => dropped

const linesIn = (text: string): number => text.split('\n').length - 1

/**
 * Writes lines to a file descriptor in blocks. It never fails and never waits: what cannot be written, because the disk is full or the
 * reader is too slow, is dropped and counted.
 */
export class LogOutput implements DestinationStream {
  readonly #descriptor: number
  #waiting = ''
  #isWriting = false
  #isBroken = false
  /** Whether the last write ended within a line. */
  #isInLine = false
  #timer: NodeJS.Timeout | undefined

  constructor(descriptor: number) {
    this.#descriptor = descriptor
    process.on('exit', () => this.flushSync())
  }

  write(line: string): void {
    if (this.#isBroken || this.#waiting.length > MAX_WAITING) {
      dropped++
      return
    }
    this.#waiting += line
    if (this.#waiting.length >= BLOCK) this.#flush()
    else this.#timer ??= setTimeout(() => this.#flush(), MAX_DELAY_MS).unref()
  }

  /** Writes what is left, at the end of the process. */
  flushSync(): void {
    let rest: Buffer = Buffer.from(this.#take())
    for (let attempt = 1; rest.length > 0; attempt++)
      try {
        rest = this.#after(rest, writeSync(this.#descriptor, rest))
      } catch (error) {
        if (isSlow(error as Error) && attempt < LAST_ATTEMPTS) continue
        this.#drop(rest)
        return
      }
  }

  #flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#isWriting || this.#waiting === '') return
    this.#isWriting = true
    this.#writeBlock(Buffer.from(this.#take()))
  }

  #take(): string {
    const text = this.#isInLine ? `\n${this.#waiting}` : this.#waiting
    this.#waiting = ''
    return text
  }

  #writeBlock(block: Buffer): void {
    write(this.#descriptor, block, (error, count) => {
      if (error && isSlow(error)) return void setTimeout(() => this.#writeBlock(block), MAX_DELAY_MS).unref()
      if (!error && count < block.length) return this.#writeBlock(this.#after(block, count))
      if (error) {
        // A reader that has closed its end does not return.
        this.#isBroken = error.code === 'EPIPE'
        this.#drop(block)
      } else this.#after(block, count)
      this.#isWriting = false
      if (this.#waiting.length >= BLOCK) this.#flush()
      else if (this.#waiting !== '') this.#timer ??= setTimeout(() => this.#flush(), MAX_DELAY_MS).unref()
    })
  }

  /** Returns what is left of a block of which a part was written. */
  #after(block: Buffer, count: number): Buffer {
    if (count > 0) this.#isInLine = block[count - 1] !== LINE_FEED
    return block.subarray(count)
  }

  #drop(rest: Buffer): void {
    dropped += linesIn(rest.toString())
  }
}
