import { type FieldFault, ruleRefused } from '#kernel/errors/problem'
import { CONTROLS } from '#kernel/text/controls'

/** What is wrong with a field that is to be kept, each under its place, told all at once. */
export class FieldFaults {
  readonly #faults: FieldFault[] = []

  add(pointer: string, message: string): void {
    this.#faults.push({ pointer, message })
  }

  /** A label is one line: lists of labels are sent line by line. */
  line(pointer: string, label: string | null): void {
    if (label !== null && CONTROLS.test(label)) this.add(pointer, 'must be one line without control characters')
  }

  /** @throws 422 custom-field-rule where anything was added. */
  refuse(): void {
    if (this.#faults.length === 0) return
    throw ruleRefused('custom-field-rule', 'The custom field does not fit together; see errors.', this.#faults)
  }
}
