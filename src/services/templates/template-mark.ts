/** A text that the product contains. */
export interface BuiltInText {
  /** Add one with each change of the text. */
  version: number
}

/**
 * How a template of a tenant relates to the built-in one with its key. One that is not edited follows the built-in text: a
 * migration brings it to the current version. An edited one keeps its text, and shows that there is a newer version.
 */
export interface TemplateMark {
  /** The version that the text is, or that an edited text is based on; null for a template of the tenant's own. */
  builtInVersion: number | null
  isEdited: boolean
}

/** Returns the mark of a template whose text was never changed. */
export const currentMark = ({ version }: BuiltInText): TemplateMark => ({ builtInVersion: version, isEdited: false })

/** The mark of a template without a built-in text. */
const OWN_MARK: TemplateMark = { builtInVersion: null, isEdited: true }

/**
 * Returns the mark after a save. A text that equals the built-in one is not edited; one that stays as it was keeps its mark.
 *
 * @param current the template before the save; null on creation.
 * @param builtIn the built-in text with its version; undefined for a template of the tenant's own.
 * @param isBasedOn the version that the caller states to have used, if it does.
 */
export const markAfterSave = <T extends object>(
  texts: T,
  current: (T & TemplateMark) | null,
  builtIn: (BuiltInText & T) | undefined,
  isBasedOn: number | undefined,
): TemplateMark => {
  if (!builtIn) return OWN_MARK
  if (haveEqualTexts(texts, texts, builtIn)) return currentMark(builtIn)
  const isEdited = current === null || current.isEdited || !haveEqualTexts(texts, texts, current)
  return { builtInVersion: isBasedOn ?? current?.builtInVersion ?? builtIn.version, isEdited }
}

/** Compares the fields of `fields` in two texts. */
const haveEqualTexts = <T extends object>(fields: T, one: T, other: T): boolean =>
  (Object.keys(fields) as (keyof T)[]).every((field) => one[field] === other[field])

/** Returns whether there is a newer built-in text than the one of a template. */
export const hasNewerVersion = (
  { builtInVersion }: Pick<TemplateMark, 'builtInVersion'>,
  builtIn: BuiltInText | undefined,
): boolean => builtIn !== undefined && builtInVersion !== null && builtInVersion < builtIn.version

/** Returns whether a template differs from the current built-in text, so that it can be reset. */
export const isResettable = (template: TemplateMark, builtIn: BuiltInText | undefined): boolean =>
  builtIn !== undefined && (template.isEdited || hasNewerVersion(template, builtIn))

/** What an update to the current built-in texts did with a template: `kept`, because the tenant edited it. */
export interface TemplateUpdate {
  key: string
  outcome: 'added' | 'updated' | 'current' | 'kept'
  /** Whether a kept template is based on an older version. */
  hasNewerVersion: boolean
}

/** Returns what an update does with a template; undefined: the tenant has none. */
export const updateOf = (
  builtIn: BuiltInText & { key: string },
  template: TemplateMark | undefined,
): TemplateUpdate => {
  const update = (outcome: TemplateUpdate['outcome']) => ({ key: builtIn.key, outcome, hasNewerVersion: false })
  if (!template) return update('added')
  if (template.isEdited) return { ...update('kept'), hasNewerVersion: hasNewerVersion(template, builtIn) }
  return update(hasNewerVersion(template, builtIn) ? 'updated' : 'current')
}
