import { constants } from 'node:os'

type Reaction = (signal: NodeJS.Signals) => void

/** The exit code that a shell reports for a process that a signal has ended. */
export const exitAtOnce: Reaction = (signal) => process.exit(128 + constants.signals[signal])

let react: Reaction = exitAtOnce

/**
 * Handles SIGTERM and SIGINT from now on, at first by ending the process: a signal that process 1 of a container does not
 * handle does not end it, and the start can take a while.
 */
export const handleSignals = (): void => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => react(signal))
}

/** Replaces the reaction. The handler itself stays: a signal that arrived while it was replaced would be lost. */
export const onSignals = (next: Reaction): void => {
  react = next
}
