import { unknownReferences } from '../records/references.ts'
import { badInputs, type FieldFault } from './problem.ts'

/** Collects every error of a request, so that one response reports all of them. */
export class InputFaults {
  private readonly unreadable: FieldFault[] = []
  private readonly unknown: FieldFault[] = []

  /** Returns 400 for a value that cannot be parsed. */
  malformed(pointer: string, message: string): void {
    this.unreadable.push({ pointer, message })
  }

  /** Returns 422 for a reference to what does not exist, or belongs to another contact or tenant. */
  unknownReference(pointer: string, message: string): void {
    this.unknown.push({ pointer, message })
  }

  /** Throws if there is any error: 400 `invalid-input` before 422 `unknown-reference`. */
  refuse(): void {
    if (this.unreadable.length > 0) throw badInputs(this.unreadable)
    if (this.unknown.length > 0) {
      throw unknownReferences(this.unknown)
    }
  }
}
