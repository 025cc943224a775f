import type { CodePlan, PlanHeader } from '#domain/code';
import {
  listsInWords,
  planClass,
  planObstacle,
  planSummary,
  planTitle,
  seenInStreams,
  stepsInWords,
  streamsInWords,
} from './plan-text.ts';
import { escaped, reviewComment } from './review-comment.ts';

/** A plan as a comment of a review. */
export function planInMarkdown(header: PlanHeader, plan: CodePlan): string {
  const whenOf = seenInStreams(plan);
  return reviewComment({
    command: 'plan',
    ...header,
    head: [
      `### ${escaped(planTitle(header))}`,
      [planSummary(plan), planObstacle(plan)].filter((line) => line !== undefined).join(' '),
      ...plan.problems.map((problem) => `- ${escaped(problem)}`),
    ],
    sections: plan.items.map((item) => ({
      address: item,
      title: planClass(item, whenOf),
      words: [...item.refused, ...streamsInWords(item, whenOf), ...stepsInWords(item), ...item.notes],
      changes: item.changes,
    })),
    lists: listsInWords(plan),
  });
}
