import { parentPort } from 'node:worker_threads'
import { resultOf, type TaskMessage, type ThreadMessage } from './messages.ts'
import { ownThreadId } from './processor-time.ts'
import type { Performer } from './thread-task.ts'

/** Runs the loop of the thread: performs one task after the other. */
export const serveTasks = (performers: readonly Performer[]): void => {
  const byName = new Map(performers.map((one) => [one.name, one]))
  const send = (message: ThreadMessage): void => parentPort?.postMessage(message)
  const perform = ({ name, input }: TaskMessage): unknown => {
    const task = byName.get(name)
    if (!task) throw new Error(`The thread has no task ${name}`)
    return task.perform(input)
  }
  // The process sends the next task after the result of the one before.
  parentPort?.on('message', (task: TaskMessage) => void resultOf(() => perform(task)).then(send))
  send({ ready: true, threadId: ownThreadId() })
}
