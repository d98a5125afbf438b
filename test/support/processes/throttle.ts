/** Milliseconds of a period, of which a process runs a part. */
const PERIOD_MS = 100

/**
 * Gives a process a share of the time, by stopping it for the rest of each period: it gets at most this part of one core per thread
 * that is busy. Works without rights, where control groups cannot be written.
 *
 * @returns a function that ends the limit.
 */
export const throttle = (pid: number, share: number): (() => void) => {
  let next: NodeJS.Timeout
  const run = () => {
    process.kill(pid, 'SIGCONT')
    next = setTimeout(pause, PERIOD_MS * share)
  }
  const pause = () => {
    process.kill(pid, 'SIGSTOP')
    next = setTimeout(run, PERIOD_MS * (1 - share))
  }
  run()
  return () => {
    clearTimeout(next)
    process.kill(pid, 'SIGCONT')
  }
}
