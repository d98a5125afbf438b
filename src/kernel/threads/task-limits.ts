export interface TaskLimits {
  /** Milliseconds of the processor that one task may take. */
  taskMs: number
  /** Milliseconds after which a task is ended that has had less of the processor: the machine is too busy. */
  wallMs: number
}

/** Between two looks at a task that is nearly at its limit. */
const MIN_CHECK_MS = 20

/**
 * Watches a task from now on. A result that has arrived when a limit is reached counts.
 *
 * @param timeOfThread returns its processor time in milliseconds, where it can be read.
 * @param end is called once at a limit; `isBusy` if the task has not had its share of the processor.
 * @returns a function that stops watching.
 */
export const watchTask = (
  { taskMs, wallMs }: TaskLimits,
  timeOfThread: () => number | undefined,
  end: (isBusy: boolean) => void,
): (() => void) => {
  const spent = stopwatch(timeOfThread)
  const check = () => {
    const { processor, isOfThread, wall } = spent()
    const isOver = processor >= taskMs
    if ((isOfThread && isOver) || wall >= wallMs) {
      setImmediate(end, !isOver)
      return
    }
    const rest = isOfThread ? Math.min(taskMs - processor, wallMs - wall) : wallMs - wall
    timer = setTimeout(check, Math.max(MIN_CHECK_MS, rest))
  }
  let timer = setTimeout(check, Math.min(taskMs, wallMs))
  return () => clearTimeout(timer)
}

/**
 * Starts to measure. Where the processor time of the thread cannot be read, that of the process is returned: if even that is short,
 * the task has not had the processor.
 */
const stopwatch = (timeOfThread: () => number | undefined) => {
  const start = performance.now()
  const ofThread = timeOfThread()
  const ofProcess = process.cpuUsage()
  return () => {
    const now = ofThread === undefined ? undefined : timeOfThread()
    const { user, system } = process.cpuUsage(ofProcess)
    const isOfThread = now !== undefined && ofThread !== undefined
    const processor = isOfThread ? now - ofThread : (user + system) / 1000
    return { wall: performance.now() - start, isOfThread, processor }
  }
}
