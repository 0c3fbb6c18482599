/** What `cairn init` writes to `.cairn/workflows/feature.yaml`. */
export const SAMPLE_WORKFLOW = `schema: 1
name: feature
phases:
  - id: research
    artifacts: [findings.md]
`;
