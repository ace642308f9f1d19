import type { RecipientRow } from '#contract/messaging/sent-sms.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { groupPhone } from '../../languages/phone.ts'
import { Face } from '../../ui/marks/face.tsx'
import { Phone } from '../../ui/marks/phone.tsx'
import { Badge } from '../../ui/surfaces/badge.tsx'
import { useDayWords } from '../sent/when.ts'
import classes from './report.module.css'
import { reasonText, stateWords } from './state-words.ts'

type One = { recipient: RecipientRow }

/** First and last word of a name, for the letters in the doorway. */
function facesOf(name: string) {
  const words = name.split(' ').filter(Boolean)
  return { firstName: words[0] ?? '', lastName: words.length > 1 ? (words.at(-1) ?? '') : '' }
}

/** Half of the faces are grey, for the eye to tell rows apart; it says nothing about the person. */
const RecipientFace = ({ recipient: { name, position }, size = 's' }: One & { size?: 's' | 'm' }) => (
  <Face {...facesOf(name)} size={size} plain={position % 2 === 0} />
)

function Name({ name }: { name: string }) {
  const t = useTexts()
  return name ? (
    <span className={classes['name']}>{name}</span>
  ) : (
    <span className="muted">{t('messaging.report.noName')}</span>
  )
}

export const Who = ({ recipient }: One) => (
  <span className={classes['who']}>
    <span data-roomy="">
      <RecipientFace recipient={recipient} />
    </span>
    <Name name={recipient.name} />
  </span>
)

export const Reach = ({ recipient }: One) => <Phone value={groupPhone(recipient.phone)} />

/** The state as a badge, and why in words. A code of the network that is not known here is shown as it is. */
export function Arrival({ recipient: { state, reason } }: One) {
  const t = useTexts()
  const { word, tone } = stateWords[state]
  const text = reason ? reasonText(reason) : undefined
  const why = text ? t(text) : reason
  return (
    <span className={classes['arrival']}>
      <Badge tone={tone}>{t(word)}</Badge>
      {why && (
        <span data-roomy="" className={classes['why']} title={why}>
          {why}
        </span>
      )}
    </span>
  )
}

export const Pages = ({ recipient }: One) => <span className="num">{useFormat().number(recipient.segments)}</span>

/** When the state last changed. */
export function Changed({ recipient: { at } }: One) {
  const t = useTexts()
  const format = useFormat()
  const day = useDayWords()
  return <span className="num">{t('messaging.sent.dayAndTime', { day: day(at), time: format.time(at) })}</span>
}

/** A recipient on a phone. */
export function RecipientCard({ recipient }: One) {
  const t = useTexts()
  return (
    <div className={classes['card']}>
      <RecipientFace recipient={recipient} size="m" />
      <div className="grow">
        <Name name={recipient.name} />
        <div className={classes['sub']}>
          <Reach recipient={recipient} />
        </div>
        <Arrival recipient={recipient} />
        <div className={classes['facts']}>
          <span>{t('messaging.report.pageCount', { count: recipient.segments })}</span>
          <Changed recipient={recipient} />
        </div>
      </div>
    </div>
  )
}
