import { Session } from 'node:inspector/promises'
import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'

const CHECK_MS = 5000
/** Memory above that after the last collection that is worth a collection. */
const WORTH_BYTES = 32 * 1024 * 1024
/** The share of the time in which the event loop worked, below which the process is idle. */
const IDLE = 0.05

/**
 * Lets the heap grow by 60 % between two full collections. V8 lets it grow to three times the size of what is in use:
 * under load a web process then took 530 MB for 90. More collections cost less than a hundredth of the processor time.
 */
export const limitHeapGrowth = (): void => setFlagsFromString('--heap-growing-percent=60')

/**
 * Collects garbage when the process is idle after a burst. V8 collects only while a program allocates, so the responses
 * of clients that have left would stay in memory until the next burst. The pause delays no request: the process is idle.
 *
 * @param checkMs the time between two checks.
 * @returns a function that ends this.
 */
export const collectWhenIdle = (checkMs = CHECK_MS): (() => void) => {
  // Unknown until the first collection: what the start leaves is garbage too.
  let settled = 0
  let last = performance.eventLoopUtilization()
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, last)
    last = now
    settled = Math.min(settled, usedBytes())
    if (utilization > IDLE || usedBytes() < settled + WORTH_BYTES) return
    // Until it is done: no second one.
    settled = Number.POSITIVE_INFINITY
    const settle = () => {
      settled = usedBytes()
    }
    collect().then(settle, settle)
  }, checkMs).unref()
  return () => clearInterval(timer)
}

/**
 * Collects garbage and returns the memory of new objects to the system. The function `gc` of V8 keeps that: 32 MB.
 * A session of this process opens no port.
 */
const collect = async (): Promise<void> => {
  const session = new Session()
  session.connect()
  try {
    await session.post('HeapProfiler.collectGarbage')
  } finally {
    session.disconnect()
  }
}

const usedBytes = (): number => {
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
