/** The kinds of the far side of a relationship. The near side is an individual or an organization. */
export const systemKinds = { individual: 1, organization: 2, staff: 3 } as const

export type SystemKind = (typeof systemKinds)[keyof typeof systemKinds]

export const kindNames = { 1: 'Individual', 2: 'Organization', 3: 'Staff' } as const satisfies Record<
  SystemKind,
  string
>
