import { useState } from 'react'
import { useTexts } from '../../../languages/index.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { IconBuildingChurch } from '../../../ui/icons.ts'
import { Note } from '../../../ui/surfaces/note.tsx'
import { failureWords } from '../reading/failure-words.ts'
import { EntryFrame } from './entry-frame.tsx'

type ChooseChurchProps = {
  /** Id → name. */
  churches: Record<string, string>
  choose: (tenantId: string) => Promise<void>
  onBack: () => void
}

/** A guardian of several churches says which one it is now. */
export function ChooseChurch({ churches, choose, onBack }: ChooseChurchProps) {
  const t = useTexts()
  const [chosen, setChosen] = useState('')
  const [failure, setFailure] = useState<unknown>(null)
  const pick = async (tenantId: string) => {
    setChosen(tenantId)
    setFailure(null)
    try {
      await choose(tenantId)
    } catch (refused) {
      setFailure(refused)
      setChosen('')
    }
  }
  return (
    <EntryFrame title={t('portal.enter.churches')} text={t('portal.enter.churchesText')}>
      {failure !== null && <Note tone="bad">{failureWords(t, failure)}</Note>}
      <div className="stack-8">
        {Object.entries(churches).map(([id, name]) => (
          <Button
            key={id}
            size="lg"
            block
            icon={IconBuildingChurch}
            busy={chosen === id}
            onClick={() => void (chosen || pick(id))}
          >
            {name}
          </Button>
        ))}
      </div>
      <Button kind="quiet" onClick={onBack}>
        {t('portal.enter.back')}
      </Button>
    </EntryFrame>
  )
}
