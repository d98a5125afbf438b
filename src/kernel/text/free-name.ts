/**
 * Finds the first of "name", "name (2)", "name (3)" ... that is not in use. A name of maximum length is cut to make room
 * for the number, so that the record can be saved again with it.
 *
 * @param max characters of a name.
 */
export const freeName = async (
  wanted: string,
  max: number,
  isTaken: (name: string) => Promise<boolean>,
): Promise<string> => {
  for (let number = 1; ; number++) {
    const ending = number === 1 ? '' : ` (${number})`
    const kept = [...wanted].slice(0, max - ending.length).join('')
    const name = `${kept.trimEnd()}${ending}`
    if (!(await isTaken(name))) return name
  }
}
