/** A variable of a template: `{{ membership.ends_on | date: "%e %B %Y" }}`. */
export interface TemplateVariable {
  /** With dots: `membership.ends_on`. */
  name: string
  about: string
  /** The value in a preview. A list is for a loop: `{% for line in invoice.lines %}`. */
  sample: string | number | boolean | null | readonly object[]
}

/** Returns sample values of variables: `{ membership: { ends_on: '2027-01-31' } }`. */
export const samplesOf = (variables: readonly TemplateVariable[]): Record<string, unknown> => {
  const samples: Record<string, unknown> = {}
  for (const { name, sample } of variables) {
    const [last = '', ...path] = name.split('.').reverse()
    const parent = path.reverse().reduce<Record<string, unknown>>((within, step) => {
      within[step] ??= {}
      return within[step] as Record<string, unknown>
    }, samples)
    parent[last] = sample
  }
  return samples
}

/** Returns the sample as text: a list as JSON. */
export const sampleText = (sample: TemplateVariable['sample']): string | null => {
  if (sample === null) return null
  return typeof sample === 'object' ? JSON.stringify(sample) : String(sample)
}
