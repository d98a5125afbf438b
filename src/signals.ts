import { constants } from 'node:os'

type Reaction = (signal: NodeJS.Signals) => void

/** The exit code that a shell reports for a process that a signal has ended. */
export const exitAtOnce: Reaction = (signal) => process.exit(128 + constants.signals[signal])

let react: Reaction = exitAtOnce

/** A terminal sends Ctrl-C to all of its programs, and npm sends it to its program again: that is one request. */
const REPEATED_MS = 500

let last: { signal: NodeJS.Signals; at: number } | undefined

const receive = (signal: NodeJS.Signals): void => {
  const at = performance.now()
  if (last?.signal === signal && at - last.at < REPEATED_MS) return
  last = { signal, at }
  react(signal)
}

/**
 * Handles SIGTERM, SIGINT and SIGHUP (the terminal was closed) from now on, at first by ending the process: a signal that
 * process 1 of a container does not handle does not end it, and the start can take a while.
 */
export const handleSignals = (): void => {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => receive(signal))
  // A closed terminal takes no more output. That must not end the process before it has stopped its database.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined)
}

/** Replaces the reaction. The handler itself stays: a signal that arrived while it was replaced would be lost. */
export const onSignals = (next: Reaction): void => {
  react = next
}
