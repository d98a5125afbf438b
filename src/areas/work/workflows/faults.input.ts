import { type FieldFault, ruleRefused } from '#kernel/errors/problem'

/** What is wrong with a workflow or a step that is to be kept, each under its place, told all at once. */
export class WorkflowFaults {
  readonly #faults: FieldFault[] = []

  add(pointer: string, message: string): void {
    this.#faults.push({ pointer, message })
  }

  get isEmpty(): boolean {
    return this.#faults.length === 0
  }

  /** @throws 422 workflow-rule where anything was added. */
  refuse(): void {
    if (this.isEmpty) return
    throw ruleRefused('workflow-rule', 'The workflow does not fit together; see errors.', this.#faults)
  }
}
