import { expect, test } from 'vitest';
import { TypeFlags, type Type } from 'typescript/unstable/sync';
import { SyntaxKind, type Expression } from 'typescript/unstable/ast';
import {
  isBinaryExpression,
  isCallExpression,
  isElementAccessExpression,
} from 'typescript/unstable/ast/is';
import { textsOf, visitSources, type SourceNode } from '../support/sources.ts';

// `table[text]` also finds what every object inherits: with `constructor` or `__proto__` from a client
// it is a function or an object where nobody expects one. So objects are indexed only by names that
// the compiler knows, or that were compared with them; what has any other name is in a `Map`.

/** The name by which an expression looks something up, or `undefined`. */
function nameLookedUp({ node }: SourceNode): Expression | undefined {
  if (isElementAccessExpression(node)) return node.argumentExpression;
  if (isBinaryExpression(node) && node.operatorToken.kind === SyntaxKind.InKeyword)
    return node.left;
  if (!isCallExpression(node)) return undefined;
  const isReflected = /^Reflect\.(?:get|has|set)$/.test(node.expression.getText());
  return isReflected ? node.arguments[1] : undefined;
}

function isSafe(type: Type | undefined, { checker }: Pick<SourceNode, 'checker'>): boolean {
  if (type === undefined) return false;
  if (type.flags & (TypeFlags.NumberLike | TypeFlags.ESSymbolLike)) return true;
  if (type.isTypeParameter()) return isSafe(checker.getBaseConstraintOfType(type), { checker });
  if (type.isUnionType()) return type.getTypes().every((one) => isSafe(one, { checker }));
  return textsOf(type) !== null;
}

test('no object is indexed by a text of any content', () => {
  let lookUps = 0;
  const unsafe: string[] = [];
  visitSources((found) => {
    const name = nameLookedUp(found);
    if (name === undefined) return;
    lookUps += 1;
    if (!isSafe(found.checker.getTypeAtLocation(name), found)) unsafe.push(found.describe());
  });
  expect(lookUps).toBeGreaterThan(500);
  expect(unsafe).toEqual([]);
});
