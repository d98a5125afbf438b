/** The first place from which a way leads back to itself; undefined where there is none. `ways[n]`: where n leads to. */
export const firstInCircle = (ways: readonly (readonly number[])[]): number | undefined => {
  const place = ways.findIndex((_, start) => {
    const seen = new Set<number>()
    const open = [...(ways[start] ?? [])]
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (next === start) return true
      if (seen.has(next)) continue
      seen.add(next)
      open.push(...(ways[next] ?? []))
    }
    return false
  })
  return place < 0 ? undefined : place
}
