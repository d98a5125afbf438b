/**
 * The first of "name", "name (2)", "name (3)" ... that is not taken. A name as long as may be is cut to make room for
 * the number, so that the record can be saved again under it.
 *
 * @param most characters of a name.
 */
export const freeName = async (
  wanted: string,
  most: number,
  isTaken: (name: string) => Promise<boolean>,
): Promise<string> => {
  for (let number = 1; ; number++) {
    const ending = number === 1 ? '' : ` (${number})`
    const kept = [...wanted].slice(0, most - ending.length).join('')
    const name = `${kept.trimEnd()}${ending}`
    if (!(await isTaken(name))) return name
  }
}
