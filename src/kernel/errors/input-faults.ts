import { badInputs, type FieldFault, ruleRefused } from './problem.ts'

/** Gathers every fault of a request, so that the answer names all of them at once. */
export class InputFaults {
  private readonly unreadable: FieldFault[] = []
  private readonly unknown: FieldFault[] = []

  /** A value that cannot be read: 400. */
  malformed(pointer: string, message: string): void {
    this.unreadable.push({ pointer, message })
  }

  /** A reference to what does not exist, or belongs to another contact or tenant: 422. */
  unknownReference(pointer: string, message: string): void {
    this.unknown.push({ pointer, message })
  }

  /** Throws when there was any: 400 `invalid-input` before 422 `unknown-reference`. */
  refuse(): void {
    if (this.unreadable.length > 0) throw badInputs(this.unreadable)
    if (this.unknown.length > 0) {
      throw ruleRefused('unknown-reference', 'The request refers to records that do not exist.', this.unknown)
    }
  }
}
