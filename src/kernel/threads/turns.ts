/** Things that wait, by subject. The subjects take turns. */
export class Turns<T> {
  /** The first subject is next. */
  private readonly queues = new Map<string, T[]>()

  add(subject: string, one: T): void {
    const queue = this.queues.get(subject)
    if (queue) queue.push(one)
    else this.queues.set(subject, [one])
  }

  get isEmpty(): boolean {
    return this.queues.size === 0
  }

  count(subject: string): number {
    return this.queues.get(subject)?.length ?? 0
  }

  /** Removes and returns the next one; undefined if none waits. */
  take(): T | undefined {
    for (const [subject, queue] of this.queues) {
      this.queues.delete(subject)
      const first = queue.shift()
      if (queue.length > 0) this.queues.set(subject, queue)
      return first
    }
    return undefined
  }
}
