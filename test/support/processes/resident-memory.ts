import type { ChildProcess } from 'node:child_process'
import { execFileSync } from 'node:child_process'

/** The resident memory of a running process in MB. */
export const residentMemory = ({ pid }: ChildProcess): number =>
  Math.round(Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)])) / 1024)
