/** Calls whose ids are of the installation, or made by whoever asks, and why. */
export const ofTheInstallation: Record<string, string> = {
  'POST /api/operator/operators/{id}/remove': 'an operator is of the installation',
  'POST /api/operator/operators/{id}/resend': 'an operator is of the installation',
  'POST /api/operator/operators/{id}/reset-factor': 'an operator is of the installation',
  'GET /api/operator/changes/{id}': 'what operators ask for is of the installation',
  'POST /api/operator/changes/{id}/confirm': 'what operators ask for is of the installation',
  'POST /api/operator/changes/{id}/refuse': 'what operators ask for is of the installation',
  'POST /api/operator/changes/{id}/withdraw': 'what operators ask for is of the installation',
  'POST /api/operator/hours': 'sending hours are of the installation',
  'POST /api/operator/hours/{id}/remove': 'sending hours are of the installation',
  'PUT /api/operator/hours/{id}': 'sending hours are of the installation',
  'DELETE /api/operator/replies/{id}': 'a reply that nobody claims is of no church',
  'POST /api/operator/replies/{id}/church':
    'a reply that nobody claims is of no church; an operator may see every church',
  'PUT /api/messaging/replies/quick-answers/{id}':
    'the screen makes the id, and the same in another church is another one',
  'DELETE /api/messaging/replies/quick-answers/{id}': 'answers the same for any id',
}
