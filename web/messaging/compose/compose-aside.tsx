import { useTexts } from '../../languages/index.ts'
import { useSession } from '../../session/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconDeviceMobile } from '../../ui/icons.ts'
import { usedKinds } from '../destination/kinds.ts'
import { destinationOf, neutralNameOf, type Draft } from '../draft/draft.ts'
import { cheaperSpelling } from '../message/dear-signs.ts'
import { QuoteAside } from '../quote/quote-aside.tsx'
import { SmsPreview } from '../quote/sms-preview.tsx'
import classes from './compose.module.css'
import type { Form } from './compose-fields.tsx'

/** What the first line of the cost calls those who were chosen. */
function useChosenLabel(draft: Draft): string {
  const t = useTexts()
  const [kind, ...others] = usedKinds(draft)
  if (others.length > 0) return t('messaging.compose.chosenInAll')
  if (kind === 'all') return t('messaging.compose.allContacts')
  if (kind === 'groups') return t('messaging.compose.peopleInGroups', { count: draft.groupIds.length })
  if (kind === 'numbers') return t('messaging.compose.phoneNumbers')
  return kind === 'file' ? t('messaging.compose.contactsInFile') : t('messaging.compose.chosenInAll')
}

/** What it costs, when it leaves, how it looks, and a test of it. */
export function Aside({ form, onTest }: { form: Form; onTest: () => void }) {
  const t = useTexts()
  const { church } = useSession()
  const { draft, change, selected, quoting } = form
  const footer = form.link?.footer ?? ''
  const destination = destinationOf(draft)
  const dearSigns = cheaperSpelling(draft.message, footer)?.visible ?? []
  return (
    <div className={classes['aside']}>
      <QuoteAside
        quoting={quoting}
        of={destination && { destination, senderId: selected?.mask ?? null }}
        chosenLabel={useChosenLabel(draft)}
        dearSigns={dearSigns}
        onReplace={(message) => change({ message })}
      />
      <div className="stack-8">
        <SmsPreview
          church={church.name}
          sender={selected?.mask ?? null}
          message={draft.message}
          footer={footer}
          neutralName={neutralNameOf(draft) ?? ''}
          samples={quoting.quote?.samples ?? []}
          isStale={quoting.isStale}
          dearSigns={dearSigns}
        />
        <Button
          block
          icon={IconDeviceMobile}
          disabled={form.sender === null || draft.message.trim() === ''}
          onClick={onTest}
        >
          {t('messaging.test.open')}
        </Button>
      </div>
    </div>
  )
}
