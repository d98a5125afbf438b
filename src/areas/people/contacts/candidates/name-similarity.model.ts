import { spellingForm } from '../spelling.model.ts'

/** Returns the trigrams of a text: runs of three characters, with spaces before and after it. */
const trigramsOf = (text: string): Set<string> => {
  const padded = `  ${text} `
  const found = new Set<string>()
  for (let at = 0; at + 3 <= padded.length; at++) found.add(padded.slice(at, at + 3))
  return found
}

/** Returns the share of the trigrams of two texts that both have. */
const trigramSimilarity = (one: string, other: string): number => {
  const first = trigramsOf(one)
  const second = trigramsOf(other)
  let common = 0
  for (const trigram of first) if (second.has(trigram)) common++
  return common / (first.size + second.size - common)
}

/** Returns the number of letters to insert, delete, replace or swap with their neighbor. */
const editDistance = (one: string, other: string): number => {
  let [older, previous]: [number[], number[]] = [[], Array.from({ length: other.length + 1 }, (_, at) => at)]
  for (let row = 1; row <= one.length; row++) {
    const current = [row]
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1]
      const isSwapped =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      const changed = Math.min(
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (previous[column - 1] ?? 0) + (isSame ? 0 : 1),
      )
      current.push(isSwapped ? Math.min(changed, (older[column - 2] ?? 0) + 1) : changed)
    }
    ;[older, previous] = [previous, current]
  }
  return previous[other.length] ?? 0
}

/**
 * Returns how similar two folded texts are, 0 to 1, whatever their spelling. Trigrams find moved and added words; the edit distance finds typing
 * errors in short names, which have few trigrams.
 */
export const similarityOf = (first: string | null, second: string | null): number => {
  if (!first || !second) return 0
  const [one, other] = [spellingForm(first), spellingForm(second)]
  if (one === other) return 1
  const byEdits = 1 - editDistance(one, other) / Math.max(one.length, other.length)
  return Math.max(trigramSimilarity(one, other), byEdits)
}

/** First names with their short forms, folded: the names of one line can mean the same person. */
const GROUPS = `
robert bob rob bobby robbie bert
william bill will billy willy liam
elizabeth liz beth betty eliza lizzie elisabeth
margaret maggie meg peggy marge
katherine catherine kathryn kate katie cathy kathy katharina
james jim jimmy jamie
john jack johnny jon jonathan
michael mike mick mickey michel
richard rick dick rich ricky
thomas tom tommy
charles charlie chuck karl carl
edward ed eddie ted ned
joseph joe joey josef jose pepe
daniel dan danny
david dave davey
anthony tony antonio
christopher chris kit christian
christina chris tina christine
matthew matt mathew
andrew andy drew andreas
steven stephen steve stefan
patricia pat patty trish
patrick pat paddy
jennifer jen jenny
susan sue susie suzanne
deborah debbie deb debra
rebecca becky becca
samuel sam sammy
samantha sam
benjamin ben benny
alexander alex sasha xander
alexandra alex sandra lexi
gregory greg
kenneth ken kenny
lawrence larry laurence
nicholas nick nicolas klaus
peter pete
timothy tim
victoria vicky tori
jessica jess jessie
theodore ted teddy theo
frederick fred freddy friedrich fritz
gerald jerry gerry
ronald ron ronnie
donald don donnie
jeffrey jeff geoffrey geoff
barbara barb
dorothy dot dottie
kimberly kim
pamela pam
cynthia cindy
judith judy
francisco paco frank
francis frank franz
johannes hans johann
nathan nate nathaniel
philip phil phillip
raymond ray
leonard leo len leon
vincent vince
zachary zach zack
abigail abby
amanda mandy
angela angie
caroline carol carrie
eleanor ellie nell
isabella bella isabel
jacqueline jackie
josephine jo josie
madeline maddie
stephanie steph`

const groupsOf = new Map<string, Set<number>>()
for (const [at, line] of GROUPS.trim().split('\n').entries())
  for (const name of line.split(' ')) groupsOf.set(name, (groupsOf.get(name) ?? new Set()).add(at))

/** Returns the groups of names that a folded first name is a form of. */
export const findNicknameGroups = (name: string): number[] => [...(groupsOf.get(name) ?? [])]

/** Returns whether two folded first names can be forms of one name. */
export const areNicknames = (one: string, other: string): boolean => {
  const others = groupsOf.get(other)
  return others !== undefined && [...(groupsOf.get(one) ?? [])].some((group) => others.has(group))
}

/** Returns the other forms of a folded first name. */
export const nicknamesOf = (name: string): string[] => {
  const groups = groupsOf.get(name)
  if (!groups) return []
  return [...groupsOf]
    .filter(([other, own]) => other !== name && [...own].some((group) => groups.has(group)))
    .map(([other]) => other)
}
