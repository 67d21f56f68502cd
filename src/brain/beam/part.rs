//! Dealing the candidates of a strand out to several.

use super::layer::Layer;
use super::strand::{Expectations, Strand};
use crate::brain::game::Game;
use std::sync::Arc;

impl<G: Game> Strand<G> {
    /// Deals the candidates of every layer out to `strands` strands, this one among them,
    /// the best in turn; gives the others. All of them know all positions, so that none of
    /// them looks at one once more; positions that are still to be looked at stay here, as
    /// do the nodes spent.
    pub fn part(&mut self, strands: usize) -> Vec<Strand<G>> {
        let limits = self.limits.shared_by(strands);
        let mut others: Vec<Strand<G>> = (1..strands)
            .map(|_| Strand {
                game: Arc::clone(&self.game),
                layers: self.layers.iter_mut().map(Layer::settled).collect(),
                expectations: Expectations::default(),
                ranking: self.ranking.clone(),
                limits,
                round: self.round,
                nodes: 0,
                findings: Vec::new(),
            })
            .collect();
        self.limits = limits;
        for (depth, layer) in self.layers.iter_mut().enumerate() {
            let dealt = layer.frontier.deal(strands - 1);
            for (other, frontier) in others.iter_mut().zip(dealt) {
                other.layers[depth].frontier = frontier;
            }
        }
        others
    }

    /// Positions of every layer that other strands have not heard of, with their totals, by
    /// key.
    pub fn news(&mut self) -> News {
        let layers = self.layers.iter_mut();
        News(layers.map(|layer| layer.news(&self.game)).collect())
    }

    /// Hears what other strands have; the index of each is given, `own` is that of this one.
    pub fn hear(&mut self, own: usize, news: &[News]) {
        let strands = news.len();
        let rank = |key: u64, strand: usize| (key as usize).wrapping_add(strand) % strands;
        for (other, news) in news.iter().enumerate().filter(|(other, _)| *other != own) {
            for (layer, news) in self.layers.iter_mut().zip(&news.0) {
                layer.hear(news, |key| rank(key, own) < rank(key, other));
            }
        }
    }
}

/// New positions by layer: their keys and totals.
pub struct News(Vec<Vec<(u64, i32)>>);
