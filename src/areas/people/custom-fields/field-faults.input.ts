import { type FieldFault, ruleRefused } from '#kernel/errors/problem'
import { CONTROLS } from '#kernel/text/controls'

/** Collects every fault of a custom field by its pointer, for one response. */
export class FieldFaults {
  readonly #faults: FieldFault[] = []

  add(pointer: string, message: string): void {
    this.#faults.push({ pointer, message })
  }

  /** Checks a label. It must be one line, because lists of labels have one label per line. */
  checkLine(pointer: string, label: string | null): void {
    if (label !== null && CONTROLS.test(label)) this.add(pointer, 'must be one line without control characters')
  }

  /** @throws 422 custom-field-rule if there are faults. */
  refuse(): void {
    if (this.#faults.length === 0) return
    throw ruleRefused('custom-field-rule', 'The custom field is not valid. See errors.', this.#faults)
  }
}

/** Parses digits as a number: null for none or 0, the current value if the field is not sent. */
export const parseDigits = (sent: string | null | undefined, current: number | null | undefined): number | null =>
  sent === undefined ? (current ?? null) : Number(sent) || null
