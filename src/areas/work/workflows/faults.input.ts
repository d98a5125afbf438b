import { type FieldFault, type Problem, ruleRefused } from '#kernel/errors/problem'

/** Collects the faults of a workflow or step that is to be saved, each with its pointer, for one response. */
export class WorkflowFaults {
  readonly #faults: FieldFault[] = []

  add(pointer: string, message: string): void {
    this.#faults.push({ pointer, message })
  }

  /** The 422 `workflow-rule` with all faults. */
  problem(): Problem {
    return ruleRefused('workflow-rule', 'The workflow breaks rules. Correct the fields in errors.', this.#faults)
  }

  /** @throws 422 `workflow-rule` if there are faults. */
  throwIfAny(): void {
    if (this.#faults.length > 0) throw this.problem()
  }
}
