import { readFileSync, readlinkSync } from 'node:fs'

/** Ticks per second, which Linux fixes for programs. */
const TICKS = 100
/** Of the times in user and kernel mode, after the name of the thread. */
const USER_TIME = 11
const KERNEL_TIME = 12

/** Returns the id that Linux gives the calling thread; undefined on other systems. */
export const ownThreadId = (): number | undefined => {
  try {
    return Number(readlinkSync('/proc/thread-self').split('/').at(-1))
  } catch {
    return undefined
  }
}

/** Returns the processor time of a thread of this process in milliseconds; undefined if the system does not show it. */
export const processorTime = (threadId: number | undefined): number | undefined => {
  if (threadId === undefined) return undefined
  try {
    const stat = readFileSync(`/proc/self/task/${threadId}/stat`, 'latin1')
    // The name is in parentheses, and can contain any character.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const ticks = Number(fields[USER_TIME]) + Number(fields[KERNEL_TIME])
    return Number.isFinite(ticks) ? (ticks * 1000) / TICKS : undefined
  } catch {
    return undefined
  }
}

/** Returns the processor time of the calling thread in milliseconds; that of the process on systems that do not show it. */
export const ownProcessorTime = (): number => {
  const { user, system } = process.cpuUsage()
  return processorTime(ownThreadId()) ?? (user + system) / 1000
}
