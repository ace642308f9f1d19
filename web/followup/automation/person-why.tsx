import { lazy, Suspense, useState } from 'react'
import { useTexts } from '../../languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Loading } from '../../ui/states/index.ts'
import { Card } from '../../ui/surfaces/card.tsx'

const Explanation = lazy(async () => ({ default: (await import('./explanation.tsx')).Explanation }))

/** On a person's page: what the rules did for them, and why not; asked for only when somebody wants to know. */
export function PersonWhy({ personId }: { personId: string }) {
  const t = useTexts()
  const [isOpen, setOpen] = useState(false)
  return (
    <Card title={t('followup.why.title')}>
      {isOpen ? (
        <Suspense fallback={<Loading rows={3} />}>
          <Explanation personId={personId} />
        </Suspense>
      ) : (
        <Button size="sm" onClick={() => setOpen(true)}>
          {t('followup.why.ask')}
        </Button>
      )}
    </Card>
  )
}
