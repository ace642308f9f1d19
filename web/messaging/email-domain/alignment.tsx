import type { EmailDomain } from '#contract/messaging/email-domain.ts'
import { Phrase, useTexts, type TextId } from '../../languages/index.ts'
import { IconCheck, IconClock } from '../../ui/icons.ts'
import { Badge } from '../../ui/surfaces/badge.tsx'
import { Check } from './domain-line.tsx'
import classes from './email-domain.module.css'

type Row = { text: TextId; name: string; note: TextId; isRight: boolean }

/** The three names that a reader's server compares: nothing to copy, it follows from the lines. */
export function Alignment({ domain: { name, alignment } }: { domain: EmailDomain }) {
  const t = useTexts()
  const { signedBy, bouncesTo } = alignment
  const rows: Row[] = [
    { text: 'messaging.domain.from', name, note: 'messaging.domain.fromNote', isRight: true },
    {
      text: 'messaging.domain.signedBy',
      name: signedBy ?? t('messaging.domain.nobody'),
      note: signedBy ? 'messaging.domain.signedNote' : 'messaging.domain.signedFollows',
      isRight: signedBy !== null,
    },
    {
      text: 'messaging.domain.bouncesTo',
      name: bouncesTo,
      note: bouncesTo.endsWith(`.${name}`) ? 'messaging.domain.bouncesNote' : 'messaging.domain.bouncesFollow',
      isRight: bouncesTo.endsWith(`.${name}`),
    },
  ]
  const right = rows.filter(({ isRight }) => isRight).length
  const badge =
    right === rows.length ? (
      <Badge tone="ok">{t('messaging.domain.inOrder')}</Badge>
    ) : (
      <Badge tone="warn">{t('messaging.domain.ofThree', { right })}</Badge>
    )
  return (
    <Check title={t('messaging.domain.alignment')} text={t('messaging.domain.alignmentText')} badge={badge}>
      <ul className={classes['names']}>
        {rows.map(({ text, name: shown, note, isRight }) => (
          <li key={text} className={isRight ? classes['right'] : classes['waiting']}>
            {isRight ? <IconCheck size={20} aria-hidden="true" /> : <IconClock size={20} aria-hidden="true" />}
            <span>
              <Phrase id={text} values={{ name: shown }} parts={{ b: <b /> }} />
            </span>
            <span className="small muted">{t(note)}</span>
          </li>
        ))}
      </ul>
    </Check>
  )
}
