/** Something of a source that has no counterpart in the target. */
export interface Gap {
  /**
   * type or level: it is not active; choice: the field does not have it; value: the field rejects it; role: no type of roles has the
   * name; more: others.
   */
  kind: 'type' | 'level' | 'choice' | 'value' | 'role' | 'more'
  /** Id of the type, the level or the custom field in the target; 0 for a type of roles. */
  targetId: number
  /** The name of the choice or of the type of roles; else empty. */
  value: string
}

/** A gap for the logs. */
export interface NamedGap extends Pick<Gap, 'kind' | 'value'> {
  /** The name of the type, the level or the custom field in the target. */
  name: string
}

/** Gaps of one connection; further ones are reported as "more". */
export const MAX_GAPS = 200

/** Describes a gap for a log. @param target name of the target; null: this tenant. */
export const describeGap = ({ kind, name, value }: NamedGap, target: string | null): string => {
  const where = target === null ? 'here' : `in ${target}`
  switch (kind) {
    case 'type':
      return `The membership type "${name}" is not active ${where}: contacts get no new memberships of it until it is active again.`
    case 'level':
      return `The membership level "${name}" is not active ${where}: memberships do not get it until it is active again.`
    case 'choice':
      return `The custom field "${name}" has no active choice "${value}" ${where}: contacts do not get this value.`
    case 'value':
      return `The custom field "${name}" rejects values of the source ${where}: contacts do not get them.`
    case 'role':
      return `No type of roles has the name "${value}" ${where}: contacts get these roles without a type.`
    default:
      return `More types or values of the source have no counterpart ${where}: only ${MAX_GAPS} are listed.`
  }
}
