import type { Module } from '../../../generated/models';
import type { ModuleInfo } from '../../modules/module-results';

export function presentModule({ name, description, useCount, status, supportLevel }: ModuleInfo): Module {
  return { name, description, use_count: useCount, status, support_level: supportLevel };
}
