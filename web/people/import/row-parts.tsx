import type { ImportRow } from '#contract/people/imports.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { groupPhone } from '../../languages/phone.ts'
import { RowLink } from '../../ui/data-table/index.ts'
import { Phone } from '../../ui/marks/phone.tsx'
import { Badge } from '../../ui/surfaces/badge.tsx'
import { changeWord, outcomeWords, reasonWords } from './words.ts'
import classes from './rows.module.css'

type One = { row: ImportRow }

/** The name in one text; empty when the file has none. */
export const nameOf = ({ firstName, lastName }: ImportRow) => `${firstName} ${lastName}`.trim()

/** The name, which leads to the person once there is one. */
export function Name({ row }: One) {
  const t = useTexts()
  const name = nameOf(row)
  if (!name) return <span className="muted">{t('people.import.nameless')}</span>
  return row.personId ? (
    <RowLink to={paths.person} params={{ id: row.personId }} className={classes['name']}>
      {name}
    </RowLink>
  ) : (
    <span className={classes['name']}>{name}</span>
  )
}

/** The number, and below it the address; a value that could not be read is not there. */
export function Reach({ row: { phone, email } }: One) {
  if (!phone && !email) return <span className="muted">–</span>
  return (
    <span className={classes['reach']}>
      {phone && <Phone value={groupPhone(phone)} />}
      {email && (
        <span data-roomy={phone ? '' : undefined} className={classes['below']} title={email}>
          {email}
        </span>
      )}
    </span>
  )
}

export function Outcome({ row: { outcome }, isDone }: One & { isDone: boolean }) {
  const t = useTexts()
  const { word, done, tone } = outcomeWords[outcome]
  return <Badge tone={tone}>{t(isDone ? done : word)}</Badge>
}

type Line = { text: string; value: string | null }

/** Everything to be said of a row: what is wrong with it, and what changes of somebody who is there. */
export function useLines(): (row: ImportRow) => Line[] {
  const t = useTexts()
  return ({ changes, notes }) => {
    const changed = changes.flatMap((change) => changeWord(change) ?? []).map((word) => t(word))
    const said = notes.map(({ column, reason, value }) => {
      const text = t(reasonWords[reason])
      return { text: column ? t('people.import.inColumn', { column, reason: text }) : text, value }
    })
    const updating = { text: t('people.import.changes', { fields: changed.join(', ') }), value: null }
    return changed.length > 0 ? [updating, ...said] : said
  }
}

const Sentence = ({ line: { text, value } }: { line: Line }) => (
  <>
    {text}
    {value && (
      <>
        {' '}
        <bdi className="muted">({value})</bdi>
      </>
    )}
  </>
)

/** As much as a row has room for; its menu shows all of it. */
const IN_A_ROW = 2

export function Why({ row }: One) {
  const t = useTexts()
  const lines = useLines()(row)
  const isLong = lines.length > IN_A_ROW
  const shown = isLong ? lines.slice(0, IN_A_ROW - 1) : lines
  if (lines.length === 0) return <span className="muted">–</span>
  return (
    <span className={classes['why']}>
      {shown.map((line, place) => (
        <span
          key={place}
          className={classes[lines.length > 1 ? 'line' : 'only']}
          data-roomy={place > 0 ? '' : undefined}
          title={line.text}
        >
          <Sentence line={line} />
        </span>
      ))}
      {isLong && (
        <span data-roomy="" className="muted">
          {t('people.import.moreReasons', { count: lines.length - shown.length })}
        </span>
      )}
    </span>
  )
}

/** All of it, each a line. */
export function WhyWhole({ row }: One) {
  const lines = useLines()(row)
  if (lines.length === 0) return null
  return (
    <div className={classes['whole']}>
      {lines.map((line, place) => (
        <p key={place}>
          <Sentence line={line} />
        </p>
      ))}
    </div>
  )
}

/** A row of the file on a phone. */
export function RowCard({ row, isDone }: One & { isDone: boolean }) {
  const t = useTexts()
  const format = useFormat()
  return (
    <div className={classes['card']}>
      <Name row={row} />
      <div className={classes['facts']}>
        <span className="num">{t('people.import.rowNumber', { row: format.number(row.row) })}</span>
        {row.phone && <Phone value={groupPhone(row.phone)} />}
        {row.email && <span>{row.email}</span>}
      </div>
      <Outcome row={row} isDone={isDone} />
      <WhyWhole row={row} />
    </div>
  )
}
